/**
 * Decides whether a caller has received its reply, as far as a server can know: the last bytes have
 * left, and then the connection carried another request, closed without an error, or stayed open
 * for a second. If the connection breaks before that, delivery is uncertain and the reply stays
 * stored.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { GatewayContext } from '../context.ts'
import { onAbort } from '../lib/signals.ts'

/**
 * How long, in ms, a connection must stay open after the last bytes before they count as delivered.
 */
const STANDS = 1_000

/**
 * Connections whose last reply is uncertain. The next request on one proves that the reply arrived.
 */
const inDoubt = new WeakMap<Socket, () => void>()

/** Records that a request starts on a connection: the previous reply has arrived. */
export function noteRequest(socket: Socket): void {
  inDoubt.get(socket)?.()
}

/**
 * Resolves once it is known whether the caller has the whole reply. Call it before the reply is
 * sent. Never rejects.
 */
export function deliveryOf(
  out: ServerResponse,
  context: Pick<GatewayContext, 'clock' | 'halted'>,
): Promise<boolean> {
  const { socket } = out.req
  if (socket.destroyed) return Promise.resolve(false)
  return new Promise(resolve => {
    let forget = (): void => undefined
    let isSent = false
    const arrived = (): void => end(true)
    const closed = (hadError: boolean): void => end(isSent && !hadError)
    const sent = (): void => {
      // Node also says so of a connection that we close: what was not sent is thrown away then.
      if (socket.destroyed) return
      isSent = true
      inDoubt.get(socket)?.()
      inDoubt.set(socket, arrived)
      const cancel = context.clock.after(STANDS, arrived)
      const unlink = onAbort(context.halted, arrived)
      forget = () => {
        cancel()
        unlink()
      }
    }
    const end = (isWhole: boolean): void => {
      forget()
      if (inDoubt.get(socket) === arrived) inDoubt.delete(socket)
      socket.off('close', closed)
      out.off('finish', sent)
      resolve(isWhole)
    }
    socket.once('close', closed)
    out.once('finish', sent)
  })
}
