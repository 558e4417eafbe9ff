/** Stands between a gateway and its text upstreams, and notes the usage that they report. */
import { createServer, request, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

/** Usage in the form of OpenAI's chat. */
export interface Usage {
  prompt_tokens: number
  completion_tokens: number
  prompt_tokens_details?: { cached_tokens?: number; cache_creation_tokens?: number }
}

/**
 * A recorder. `usages` has the last usage that was reported for each mark `#number#` of a request.
 */
export interface Recorder {
  /** Addresses that replace those of the upstreams. */
  env: Record<string, string>
  usages: Map<number, Usage>
  stop(): Promise<void>
}

/** The usage in one object of an answer, whichever protocol it is of. */
function usageOf(found: any, before: any): any {
  const { usageMetadata: gemini } = found
  if (gemini !== undefined)
    return {
      prompt_tokens: gemini.promptTokenCount,
      completion_tokens: (gemini.candidatesTokenCount ?? 0) + (gemini.thoughtsTokenCount ?? 0),
      prompt_tokens_details: { cached_tokens: gemini.cachedContentTokenCount ?? 0 },
    }
  const usage = found.usage ?? found.message?.usage
  if (usage?.input_tokens === undefined) return usage ?? before
  const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: written = 0 } = usage
  return {
    prompt_tokens: usage.input_tokens + read + written,
    completion_tokens: usage.output_tokens,
    prompt_tokens_details: { cached_tokens: read, cache_creation_tokens: written },
  }
}

/** The last usage of an answer, whole or streamed. */
function usageIn(answer: string): Usage | undefined {
  const parts = answer.startsWith('{') ? [answer] : answer.split('\n')
  let usage: Usage | undefined
  for (const part of parts.map(line => line.replace(/^data: /, '')))
    if (part.startsWith('{')) usage = usageOf(JSON.parse(part), usage)
  return usage
}

/** Starts recorders before the upstreams of an environment. */
export async function startRecorder(
  upstreams: Readonly<Record<string, string>>,
): Promise<Recorder> {
  const usages: Recorder['usages'] = new Map()
  const servers: Server[] = []
  const env: Record<string, string> = {}
  for (const [name, target] of Object.entries(upstreams)) {
    if (!/^VENDOR_.*_URL$/.test(name)) continue
    const { origin, pathname } = new URL(target)
    const server = createServer(async (asked, reply) => {
      const body = await text(asked)
      const mark = /#(\d+)#/.exec(body)?.[1]
      const { method, url, headers } = asked
      const forward = request(new URL(url!, origin), { method, headers }, answer => {
        reply.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(reply)
        void text(answer).then(whole => {
          const usage = mark === undefined ? undefined : usageIn(whole)
          if (usage !== undefined) usages.set(Number(mark), usage)
        })
      })
      forward.end(body)
    })
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    servers.push(server)
    const { port } = server.address() as AddressInfo
    env[name] = `http://127.0.0.1:${port}${pathname.replace(/\/$/, '')}`
  }
  const stop = async (): Promise<void> => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  }
  return { env, usages, stop }
}
