// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Runs a call; `run` reports each state. */
export function jobOf(
  purchase,
  run,
) {
  const states = []
  let pollUrl
  let isOver = false
  let wake = () => undefined
  let changed = Promise.resolve()
  const expect = () => {
    wake()
    changed = new Promise(resolve => (wake = resolve))
  }
  expect()
  const report = of => {
    if ('pollUrl' in of) pollUrl = of.pollUrl
    else states.push(of.state)
    expect()
  }
  const result = run(report).finally(() => {
    isOver = true
    wake()
  })
  // Callers that only iterate get the error there.
  result.catch(() => undefined)
  async function* iterate() {
    for (let i = 0; ;) {
      while (i < states.length) yield states[i++]
      if (isOver) break
      await changed
    }
    await result
  }
  return Object.defineProperties(result, {
    pollUrl: { get: () => pollUrl },
    payment: { get: () => purchase.payment },
    [Symbol.asyncIterator]: { value: iterate },
  })
}
