//! Mounts the app: providers, routes, and what is around every page.

use leptos::prelude::*;
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::path;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser;
use crate::pages::home::HomePage;
use crate::pages::match_::MatchPage;
use crate::pages::not_found::NotFoundPage;
use crate::pages::practice::PracticePage;
use crate::pages::replay::{PracticeReplayPage, ReplayPage};
use crate::pages::rules::{GameRulesPage, RulesPage};
use crate::pages::settings::SettingsPage;
use crate::pages::statistics::StatisticsPage;
use crate::state::{notices, reach, session, settings, update};
use crate::ui::live::Live;
use crate::ui::toast::Toast;
use crate::ui::update::UpdateNotice;

/// Starts the app in the body of the document.
pub fn run() {
    std::panic::set_hook(Box::new(|what| fallen(&what.to_string())));
    mount_to_body(App);
    // The page is drawn; what was there until now may go.
    if let Some(boot) = browser::document().and_then(|document| document.get_element_by_id("boot")) {
        boot.remove();
    }
}

/// Everything.
#[component]
fn App() -> impl IntoView {
    // None of these needs another.
    settings::provide();
    session::provide();
    reach::provide();
    let update = update::provide();
    let notices = notices::provide();
    view! {
        <Router>
            <FlatRoutes fallback=|| view! { <NotFoundPage/> }>
                <Route path=path!("/") view=HomePage/>
                <Route path=path!("/m/:code") view=MatchPage/>
                <Route path=path!("/m/:code/replay") view=ReplayPage/>
                <Route path=path!("/practice/:game") view=PracticePage/>
                <Route path=path!("/practice/:game/replay") view=PracticeReplayPage/>
                <Route path=path!("/rules") view=RulesPage/>
                <Route path=path!("/rules/:game") view=GameRulesPage/>
                <Route path=path!("/settings") view=SettingsPage/>
                <Route path=path!("/statistics") view=StatisticsPage/>
            </FlatRoutes>
        </Router>
        <Toast notices/>
        <UpdateNotice update/>
        <Live/>
    }
}

/// A panic ends the program: nothing in the page works any more, so the page says so, without the program.
fn fallen(what: &str) {
    web_sys::console::error_1(&what.into());
    let Some(document) = browser::document() else { return };
    let Some(body) = document.body() else { return };
    if document.get_element_by_id("fallen").is_some() {
        return;
    }
    let Ok(overlay) = document.create_element("div") else { return };
    overlay.set_id("fallen");
    overlay.set_class_name("fallen");
    let _ = overlay.set_attribute("role", "alertdialog");
    let _ = overlay.set_attribute("aria-label", "Parlour has stopped");
    for (tag, class, text) in [
        ("h1", "fallen__title", "Parlour has stopped."),
        (
            "p",
            "page__lead",
            "A fault in this page, not in your match: every move is kept, in practice all but those of the last moment. Load \
             the page again to go on.",
        ),
    ] {
        if let Ok(part) = document.create_element(tag) {
            part.set_class_name(class);
            part.set_text_content(Some(text));
            let _ = overlay.append_child(&part);
        }
    }
    let _ = body.append_child(&overlay);
    if let Ok(again) = document.create_element("a") {
        again.set_class_name("btn btn--main btn--large");
        let _ = again.set_attribute("href", "");
        // Else the router would follow the link, and it has stopped with the rest.
        let _ = again.set_attribute("rel", "external");
        again.set_text_content(Some("Load the page again"));
        let _ = overlay.append_child(&again);
        if let Some(again) = again.dyn_ref::<HtmlElement>() {
            let _ = again.focus();
        }
    }
}
