//! One WebSocket: JOIN, bounded outbox, ACK, resume, heartbeat.
