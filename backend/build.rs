//! A release carries the built page inside, so it is built anew when the page was. Other builds read the page from disk.

fn main() {
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if release { "../dist" } else { "build.rs" });
    // Migrations are compiled in, too.
    println!("cargo::rerun-if-changed=migrations");
}
