//! One browser WebSocket. Dropping it takes its handlers off first, so that a dead socket that takes its time to close
//! is not heard again.

use wasm_bindgen::JsCast as _;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use crate::browser::{self, Listener};
use crate::net::session::{Generation, Input};

/// See the [module](self).
pub struct Socket {
    generation: Generation,
    raw: WebSocket,
    handlers: Vec<Listener>,
}

impl Socket {
    /// Opens a socket to this page's server. Whatever it does reaches `tell` as an input of that generation; `None`
    /// if the browser refuses to try.
    pub fn open<A: 'static>(
        generation: Generation,
        tell: impl Fn(Input<A>) + Clone + 'static,
    ) -> Option<Self> {
        let socket = WebSocket::new(&address()?).ok()?;
        let (opened, failed, closed, received) = (tell.clone(), tell.clone(), tell.clone(), tell);
        let handlers = vec![
            Listener::new(&socket, "open", move |_| opened(Input::Opened(generation))),
            Listener::new(&socket, "error", move |_| failed(Input::Failed(generation))),
            Listener::new(&socket, "close", move |event| {
                // 1006 is what browsers say when there was no close frame.
                let code = event.dyn_ref::<CloseEvent>().map_or(1006, CloseEvent::code);
                closed(Input::Closed(generation, code));
            }),
            Listener::new(&socket, "message", move |event| {
                let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
                if let Some(text) = text {
                    received(Input::Message(generation, text));
                }
            }),
        ];
        Some(Self { generation, raw: socket, handlers })
    }

    /// Which of the session's sockets this is.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Hands a text to the browser; whether it arrives is for the session to find out. A socket that is closing takes
    /// nothing: the session hears of its end next, and says again what was not answered.
    pub fn send(&self, text: &str) {
        // Else browsers throw the text away and complain in the console.
        if self.raw.ready_state() == WebSocket::OPEN {
            let _ = self.raw.send_with_str(text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.handlers.clear();
        let _ = self.raw.close();
    }
}

fn address() -> Option<String> {
    let location = browser::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss:" } else { "ws:" };
    Some(format!("{scheme}//{}/ws", location.host().ok()?))
}
