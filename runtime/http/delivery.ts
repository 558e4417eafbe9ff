/**
 * Whether a caller has its reply, as far as a server can know: its last bytes have left, and then
 * the connection carried another request, or was closed without an error, or stood for a second.
 * What breaks before that is in doubt, and its reply is kept.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Core } from '../context.ts'
import { onAbort } from '../signals.ts'

/** How long, in ms, a connection must stand after the last bytes before they count as delivered. */
const STANDS = 1_000

/**
 * Connections whose last reply is in doubt; the next request on one proves that the reply arrived.
 */
const inDoubt = new WeakMap<Socket, () => void>()

/** Hears of a request that begins on a connection: the reply before it has arrived. */
export function noteRequest(socket: Socket): void {
  inDoubt.get(socket)?.()
}

/**
 * Resolves once it is known whether the caller has the whole reply. Must be asked before the reply
 * is sent. Never rejects.
 */
export function deliveryOf(
  out: ServerResponse,
  core: Pick<Core, 'clock' | 'halted'>,
): Promise<boolean> {
  const { socket } = out.req
  if (socket.destroyed) return Promise.resolve(false)
  return new Promise(resolve => {
    let forget = (): void => undefined
    const arrived = (): void => end(true)
    const closed = (hadError: boolean): void => end(out.writableFinished && !hadError)
    const sent = (): void => {
      inDoubt.get(socket)?.()
      inDoubt.set(socket, arrived)
      const cancel = core.clock.after(STANDS, arrived)
      const unlink = onAbort(core.halted, arrived)
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
