/** Reads server-sent events. */

/** The data of each event of a body. Releases the body when the reader stops. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of linesOf(body))
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
    else if (line === '' && data.length > 0) {
      yield data.join('\n')
      data = []
    }
  if (data.length > 0) yield data.join('\n')
}

/** The lines of a body. A line is put together once, however many chunks it comes in. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let parts: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      const [first, ...others] = text.split('\n')
      parts.push(first!)
      for (const other of others) {
        yield parts.join('').replace(/\r$/, '')
        parts = [other]
      }
      if (!done) continue
      yield parts.join('')
      return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
