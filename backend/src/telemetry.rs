//! Logs and metrics, in one place: what is measured, and under which name, is said here and nowhere else.
//!
//! Logs go to standard error. A failure is logged once, where it is dealt with. Identifiers are fields; tokens, keys and
//! seeds appear nowhere, neither in a log nor in a label.
//!
//! | metric | kind | labels |
//! |---|---|---|
//! | `parlour_http_request_seconds` | histogram | `method`, `route`, `status` |
//! | `parlour_sockets` | gauge | |
//! | `parlour_socket_closes_total` | counter | `code` |
//! | `parlour_rooms` | gauge | |
//! | `parlour_actions_total` | counter | `game`, `result` |
//! | `parlour_append_seconds` | histogram | |
//! | `parlour_resyncs_total` | counter | `cause` |
//! | `parlour_datagrams_total` | counter | `result` |
//! | `parlour_accordion_connections_total` | counter | `end` |
//!
//! Every label has few values: routes are patterns, never addresses.

use std::io::IsTerminal as _;
use std::sync::OnceLock;
use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use shared::catalogue::GameId;
use tracing_subscriber::EnvFilter;

const HTTP_REQUEST: &str = "parlour_http_request_seconds";
const SOCKETS: &str = "parlour_sockets";
const CLOSES: &str = "parlour_socket_closes_total";
const ROOMS: &str = "parlour_rooms";
const ACTIONS: &str = "parlour_actions_total";
const APPEND: &str = "parlour_append_seconds";
const RESYNCS: &str = "parlour_resyncs_total";
const DATAGRAMS: &str = "parlour_datagrams_total";
const ACCORDION: &str = "parlour_accordion_connections_total";

/// Upper bounds of the histograms, in seconds: from a commit on a fast disk to a request that people call slow.
const SECONDS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// How long single values wait in memory.
const SUM_UP_EVERY: Duration = Duration::from_secs(5);

/// What a library has to say in full detail holds tokens: whole messages, whole headers.
const TALKATIVE: [&str; 3] = ["tungstenite=info", "tokio_tungstenite=info", "h2=info"];

/// Sends the log of this process to standard error. `filter` is a list of `target=level`, or just a level.
///
/// # Errors
/// With a sentence, when the filter can't be read or a log was set up before.
pub fn log_to_stderr(filter: &str) -> Result<(), String> {
    let mut chosen = EnvFilter::try_new(filter).map_err(|error| format!("log filter `{filter}`: {error}"))?;
    for limit in TALKATIVE {
        chosen = chosen.add_directive(limit.parse().map_err(|error| format!("{limit}: {error}"))?);
    }
    tracing_subscriber::fmt()
        .with_env_filter(chosen)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .try_init()
        .map_err(|error| error.to_string())
}

/// Starts measuring. Servers of one process share what they measure, so this may be called again.
pub fn start_measuring() {
    recorder();
}

/// Sums up what was measured, again and again, for as long as the future lives. Single values of histograms wait in
/// memory until then, whether or not anybody asks for them.
pub async fn sum_up() {
    let mut ticks = tokio::time::interval(SUM_UP_EVERY);
    loop {
        ticks.tick().await;
        recorder().run_upkeep();
    }
}

/// Everything measured so far, as text for Prometheus.
pub fn render() -> String {
    recorder().render()
}

fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let handle = PrometheusBuilder::new()
            .set_buckets(&SECONDS)
            .expect("there are buckets")
            .install_recorder()
            .expect("nothing else of this process records metrics");
        describe();
        handle
    })
}

fn describe() {
    describe_histogram!(HTTP_REQUEST, Unit::Seconds, "Time to answer an HTTP request");
    describe_gauge!(SOCKETS, "WebSockets that are open");
    describe_counter!(CLOSES, "WebSockets the server closed, by close code");
    describe_gauge!(ROOMS, "Rooms that are running");
    describe_counter!(ACTIONS, "Actions of players and bots, by game and by what became of them");
    describe_histogram!(APPEND, Unit::Seconds, "Time until an entry of a match is on disk");
    describe_counter!(RESYNCS, "Clients that were sent a snapshot instead of what they missed, by cause");
    describe_counter!(ACCORDION, "Connections of programs that play Accordion, by how they ended");
    describe_counter!(DATAGRAMS, "Datagrams of Nuggets, by whether they were heard or one too many");
}

/// One open WebSocket; dropping it counts the socket as closed.
#[derive(Debug)]
#[must_use = "the socket counts as closed when this is dropped"]
pub struct OpenSocket(());

/// A WebSocket was opened.
pub fn socket_opened() -> OpenSocket {
    gauge!(SOCKETS).increment(1.0);
    OpenSocket(())
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        gauge!(SOCKETS).decrement(1.0);
    }
}

/// The server closed a WebSocket with this code.
pub fn close(code: u16) {
    counter!(CLOSES, "code" => code.to_string()).increment(1);
}

/// So many rooms are running.
pub fn rooms(count: usize) {
    gauge!(ROOMS).set(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
}

/// A player or bot acted; `result` is `applied`, `repeated` or the code of a refusal.
pub fn action(game: GameId, result: &'static str) {
    counter!(ACTIONS, "game" => game.word(), "result" => result).increment(1);
}

/// An entry was on disk after this time.
pub fn append_time(took: Duration) {
    histogram!(APPEND).record(took);
}

/// A client was sent a snapshot instead of what it missed.
pub fn resync(cause: &'static str) {
    counter!(RESYNCS, "cause" => cause).increment(1);
}

/// A datagram has come, and was heard or was one too many.
pub fn datagram(heard: bool) {
    counter!(DATAGRAMS, "result" => if heard { "heard" } else { "dropped" }).increment(1);
}

/// A connection of a program that plays Accordion has ended like this.
pub fn accordion_ended(end: &'static str) {
    counter!(ACCORDION, "end" => end).increment(1);
}

/// An HTTP request was answered. `route` is the pattern of the address, not the address.
pub fn http_request(method: &'static str, route: String, status: u16, took: Duration) {
    histogram!(HTTP_REQUEST, "method" => method, "route" => route, "status" => status.to_string())
        .record(took);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_measured_is_rendered_under_its_name() {
        start_measuring();
        let open = socket_opened();
        close(1001);
        rooms(3);
        action(GameId::SeaBattle, "applied");
        append_time(Duration::from_millis(2));
        resync("gap");
        datagram(true);
        accordion_ended("left");
        http_request("GET", "/api/me".to_owned(), 200, Duration::from_millis(1));
        let text = render();
        for name in [HTTP_REQUEST, SOCKETS, CLOSES, ROOMS, ACTIONS, APPEND, RESYNCS, DATAGRAMS, ACCORDION] {
            assert!(text.contains(&format!("# HELP {name} ")), "{name} is missing in {text}");
        }
        assert!(text.contains("parlour_sockets 1"), "{text}");
        assert!(text.contains(r#"parlour_actions_total{game="sea-battle",result="applied"} 1"#), "{text}");
        drop(open);
        assert!(render().contains("parlour_sockets 0"));
    }
}
