// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** The call of a job: a promise of its result that can also be iterated for its states. */
import { isObject } from './refusal.js'

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
  const report = (state) => {
    if (isObject(state) && typeof state.poll_url === 'string') pollUrl = state.poll_url
    // An address alone is no state.
    if (!isObject(state) || Object.keys(state).length > 1) states.push(state)
    expect()
  }
  const result = run(report).finally(() => {
    isOver = true
    wake()
  })
  // Whoever only iterates gets the error there.
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
