//! Hears of the size of an element.

use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};

/// Tells the width of an element in CSS pixels whenever its size has changed, until it is dropped.
pub struct Watch {
    observer: ResizeObserver,
    _heard: Closure<dyn FnMut()>,
}

impl Watch {
    /// Calls `changed` soon, and from then on after every change.
    pub fn new(element: Element, changed: impl Fn(f64) + 'static) -> Option<Self> {
        let measured = element.clone();
        let heard = Closure::<dyn FnMut()>::new(move || changed(f64::from(measured.client_width())));
        let observer = ResizeObserver::new(wasm_bindgen::JsCast::unchecked_ref(heard.as_ref())).ok()?;
        observer.observe(&element);
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
