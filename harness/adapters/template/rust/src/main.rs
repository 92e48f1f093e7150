//! The adapter of an engine. `engine.rs` is to be filled in.

mod engine;

fn main() -> std::io::Result<()> {
    headjudge_protocol::adapter::stdio(&engine::MyEngine)
}
