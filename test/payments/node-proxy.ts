/** A node between us and the chain that misbehaves on purpose. */
import { createServer } from 'node:http'

/**
 * What happens to a call: passed on; answered without asking; passed on, with another answer; never
 * answered.
 */
export type Lever = (
  call: { method: string; params: any[] },
  forward: () => Promise<string>,
) => Promise<string | undefined | { status: number; text: string }>

/** A proxy. `lever` decides about each call; `calls` counts them by method. */
export interface NodeProxy {
  url: string
  lever: Lever
  calls: Map<string, number>
  stop(): Promise<void>
}

/** The lever of an honest node. */
export const honest: Lever = (_call, forward) => forward()

/** Does `what` to one method only. */
export const only =
  (method: string, what: Lever): Lever =>
  (call, forward) =>
    call.method === method ? what(call, forward) : forward()

/** An error as nodes answer it. */
export const rpcError = (message: string, code = -32000): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } })

/** Starts a proxy before a node. */
export async function startProxy(target: string): Promise<NodeProxy> {
  const calls = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const call = JSON.parse(text)
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
    const forward = async (): Promise<string> =>
      (
        await fetch(target, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: text,
        })
      ).text()
    const answer = await proxy.lever(call, forward)
    if (answer === undefined) return
    if (typeof answer === 'object') response.statusCode = answer.status
    response.end(typeof answer === 'object' ? answer.text : answer)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    lever: honest,
    calls,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}
