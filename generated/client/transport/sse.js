// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Reads server-sent events. */

/** The data of each event of a body. Releases the body when the reader stops. */
export async function* eventsOf(body) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const events = rest.split(/\r?\n\r?\n/)
      rest = done ? '' : events.pop()
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function dataOf(event) {
  const lines = event
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => line.slice('data:'.length).replace(/^ /, ''))
  return lines.length === 0 ? undefined : lines.join('\n')
}
