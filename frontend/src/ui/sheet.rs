//! The style sheets of the games. `index.html` names them all in a template, from which a browser fetches nothing; one is
//! copied into the document once a game needs it. (Disabled links would be fetched ahead of time by some browsers.)

use js_sys::Promise;
use shared::catalogue::GameId;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlLinkElement, HtmlTemplateElement};

use crate::browser;

/// Begins to fetch the style sheets of a game, unless they are there. True once they are; false if one can't be had.
pub fn need(game: GameId) -> impl Future<Output = bool> {
    let sheets: &[&str] = match game {
        GameId::SeaBattle => &["sheet-sea-battle"],
        GameId::Nuggets => &["sheet-nuggets"],
        GameId::OneCard => &["sheet-cards", "sheet-onecard"],
        GameId::Accordion => &["sheet-cards", "sheet-accordion"],
    };
    let coming: Vec<_> = sheets.iter().map(|id| enter(id)).collect();
    async move {
        for sheet in coming {
            let Some((sheet, settled)) = sheet else { return false };
            // It is never rejected.
            let _ = JsFuture::from(settled).await;
            if !sheet.is_connected() {
                return false;
            }
        }
        true
    }
}

/// A style sheet that is in the document from now on, and a promise that is kept once it has come or failed; `None` if
/// the template doesn't have it. One that failed is taken out, so that the next who needs it tries again.
fn enter(id: &str) -> Option<(HtmlLinkElement, Promise)> {
    let document = browser::document()?;
    let there = document.get_element_by_id(id);
    let sheet: HtmlLinkElement = match there {
        Some(there) => there.dyn_into().ok()?,
        None => copy(&document, id)?,
    };
    if sheet.sheet().is_some() {
        return Some((sheet, Promise::resolve(&JsValue::UNDEFINED)));
    }
    let settled = Promise::new(&mut |settle, _| {
        let failed = {
            let (sheet, settle) = (sheet.clone(), settle.clone());
            Closure::once_into_js(move || {
                sheet.remove();
                // A promise takes anything.
                let _ = settle.call0(&JsValue::UNDEFINED);
            })
        };
        // Fails for no name and no handler; there are both.
        let _ = sheet.add_event_listener_with_callback("load", &settle);
        let _ = sheet.add_event_listener_with_callback("error", failed.unchecked_ref());
    });
    if !sheet.is_connected() {
        document.head()?.append_child(&sheet).ok()?;
    }
    Some((sheet, settled))
}

fn copy(document: &Document, id: &str) -> Option<HtmlLinkElement> {
    let template: HtmlTemplateElement = document.get_element_by_id("sheets")?.dyn_into().ok()?;
    template.content().get_element_by_id(id)?.clone_node_with_deep(true).ok()?.dyn_into().ok()
}
