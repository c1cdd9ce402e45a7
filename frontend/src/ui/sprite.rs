//! Drawings that are put into the document once a page needs them. Their colours come from the style sheets of the
//! page, which don't reach into a file that is only referred to. They are too large to be part of the program: as
//! files they load beside it and stay in the browser's cache.

use std::cell::RefCell;

use gloo_net::http::Request;
use leptos::task::spawn_local;

use crate::browser;

/// A file of drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sprite {
    /// The pictures of the games.
    Emblems,
    /// Ships and marks of Sea Battle.
    Sea,
    /// Playing cards, and hands of others seen from behind.
    Cards,
}

impl Sprite {
    const fn address(self) -> &'static str {
        match self {
            Self::Emblems => "/art/emblems.svg",
            Self::Sea => "/art/sea.svg",
            Self::Cards => "/art/cards.svg",
        }
    }
}

thread_local! {
    /// Loaded, or on its way.
    static ASKED: RefCell<Vec<Sprite>> = const { RefCell::new(Vec::new()) };
}

/// Sees to it that a sprite is in the document, now or soon. Until then its pictures are empty, at their full size.
pub fn need(sprite: Sprite) {
    let first = ASKED.with_borrow_mut(|asked| {
        let first = !asked.contains(&sprite);
        if first {
            asked.push(sprite);
        }
        first
    });
    if first {
        spawn_local(async move {
            if load(sprite).await.is_none() {
                // The next page that needs it tries again.
                ASKED.with_borrow_mut(|asked| asked.retain(|other| *other != sprite));
            }
        });
    }
}

async fn load(sprite: Sprite) -> Option<()> {
    let response = Request::get(sprite.address()).send().await.ok().filter(gloo_net::http::Response::ok)?;
    let drawings = response.text().await.ok()?;
    let document = browser::document()?;
    let hidden = document.create_element("div").ok()?;
    hidden.set_class_name("u-sprite");
    hidden.set_attribute("aria-hidden", "true").ok()?;
    hidden.set_inner_html(&drawings);
    document.body()?.prepend_with_node_1(&hidden).ok()
}
