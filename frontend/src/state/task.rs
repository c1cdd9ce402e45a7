//! Work that takes a while, on behalf of a component: it ends with the component, so that it never writes to signals
//! that are gone.

use leptos::prelude::*;
use leptos::reactive::owner::WeakOwner;
use leptos::reactive::spawn_local_scoped_with_cancellation;

/// Starts work for the component that made it. Holds no part of the component itself.
#[derive(Clone)]
pub struct Tasks(Option<WeakOwner>);

impl Tasks {
    /// For the component being built.
    pub fn here() -> Self {
        Self(Owner::current().map(|owner| owner.downgrade()))
    }

    /// Starts work, from a handler or anywhere else.
    pub fn run(&self, work: impl Future<Output = ()> + 'static) {
        if let Some(owner) = self.0.as_ref().and_then(WeakOwner::upgrade) {
            owner.with(|| spawn_local_scoped_with_cancellation(work));
        }
    }
}
