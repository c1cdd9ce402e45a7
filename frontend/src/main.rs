//! Starts Parlour in the browser.

fn main() {
    frontend::run();
}
