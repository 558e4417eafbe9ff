/** A node between a gateway and the chain that kills the gateway when a transaction passes. */
import type { ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node of one gateway. */
export interface KillingNode {
  url: string
  /**
   * Whom to kill with the next transaction, or the `nth` from now on. `before`: it never reaches
   * the chain; `after`: it does, but its sender never hears of it.
   */
  kill?: { when: 'before' | 'after'; victim: ChildProcess; nth?: number }
  close(): Promise<void>
}

/** Starts a node that forwards everything to the chain at `target`. */
export async function startKillingNode(target: string): Promise<KillingNode> {
  const forward = async (body: string): Promise<string> =>
    (
      await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).text()
  const node: KillingNode = {
    url: '',
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const serve = async (body: string): Promise<string | undefined> => {
    const { kill } = node
    if (!kill || !body.includes('eth_sendRawTransaction')) return forward(body)
    if (kill.nth !== undefined && --kill.nth > 0) return forward(body)
    node.kill = undefined
    if (kill.when === 'after') await forward(body)
    kill.victim.kill('SIGKILL')
    return undefined
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', chunk => chunks.push(chunk))
      .on(
        'end',
        () =>
          void serve(Buffer.concat(chunks).toString()).then(text => {
            if (text === undefined) return response.destroy()
            response.setHeader('content-type', 'application/json').end(text)
          }),
      )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}
