/** Ends connections whose reader has stopped taking its reply. */
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Ms between two checks. A reader that takes nothing is cut off after one or two of them. */
const CHECK = 30_000
/** Smaller replies fit into what the kernel buffers. */
const LARGE = 64 * 1024

/**
 * Call this when a whole body of `length` bytes is about to be written: it waits in this process's
 * memory. A slow reader is no problem, as long as it takes something within `ms`.
 */
export function endIfStalled(out: ServerResponse, length: number, ms = CHECK): void {
  // Node destroys the connection, and sets its own timeout again after the reply. A reply that the
  // gateway gives itself has no connection.
  if (length > LARGE && out.socket instanceof Socket) out.socket.setTimeout(ms)
}
