//! What the linker has to know when the program is to be cut.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let for_browser = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if for_browser && env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        // The cut follows every reference from one function to another, which the linker would otherwise drop.
        println!("cargo:rustc-link-arg-bins=--emit-relocs");
    }
}
