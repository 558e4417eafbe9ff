/** The call of a job: a promise of its result that can also be iterated for its states. */
import type { Report } from './answer.ts'
import type { Purchase } from './purchase.ts'
import type { Job } from './types.ts'

/** Runs a call; `run` reports each state. */
export function jobOf<Result, State>(
  purchase: Purchase,
  run: (report: Report) => Promise<Result>,
): Job<Result, State> {
  const states: State[] = []
  let pollUrl: string | undefined
  let isOver = false
  let wake: () => void = () => undefined
  let changed = Promise.resolve()
  const expect = (): void => {
    wake()
    changed = new Promise(resolve => (wake = resolve))
  }
  expect()
  const report: Report = of => {
    if ('pollUrl' in of) pollUrl = of.pollUrl
    else states.push(of.state as State)
    expect()
  }
  const result = run(report).finally(() => {
    isOver = true
    wake()
  })
  // Callers that only iterate get the error there.
  result.catch(() => undefined)
  async function* iterate(): AsyncGenerator<State> {
    for (let i = 0; ;) {
      while (i < states.length) yield states[i++]!
      if (isOver) break
      await changed
    }
    await result
  }
  return Object.defineProperties(result, {
    pollUrl: { get: () => pollUrl },
    payment: { get: () => purchase.payment },
    [Symbol.asyncIterator]: { value: iterate },
  }) as Job<Result, State>
}
