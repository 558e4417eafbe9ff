/** Walks through every state that a model can reach, breadth first. */

/** A model: where it begins, its steps, and what must hold. */
export interface Model<S> {
  start: S
  /** A text that only equal states have in common. */
  key(state: S): string
  /** Every step that can be taken now, by name. */
  steps(state: S): [name: string, state: S][]
  /** What is wrong with a state; undefined where nothing is. */
  fault(state: S): string | undefined
  /** Whether everything may stop here for ever. */
  isAtRest(state: S): boolean
}

/** What a walk found: how far it went, which events it met, and the shortest way to a fault. */
export interface Walk {
  states: number
  steps: Set<string>
  fault?: string
}

/** The names of the steps that lead to a state. */
function wayTo(key: string, from: Map<string, [string, string] | undefined>): string {
  const way: string[] = []
  for (let at = from.get(key); at; at = from.get(at[0])) way.unshift(at[1])
  return way.join(', ')
}

/** States from which no way leads to rest. */
function stuck(rest: Set<string>, before: Map<string, string[]>, all: Iterable<string>): string[] {
  const fine = new Set(rest)
  const queue = [...rest]
  for (let key = queue.pop(); key !== undefined; key = queue.pop())
    for (const former of before.get(key) ?? [])
      if (!fine.has(former)) {
        fine.add(former)
        queue.push(former)
      }
  return [...all].filter(key => !fine.has(key))
}

/** Walks until everything was seen, or something is wrong. */
export function walk<S>(model: Model<S>): Walk {
  const first = model.key(model.start)
  const from = new Map<string, [string, string] | undefined>([[first, undefined]])
  const before = new Map<string, string[]>()
  const rest = new Set<string>()
  const steps = new Set<string>()
  const queue: [string, S][] = [[first, model.start]]
  for (const [key, state] of queue) {
    const fault = model.fault(state)
    if (fault !== undefined)
      return { states: from.size, steps, fault: `${fault} after: ${wayTo(key, from)}` }
    if (model.isAtRest(state)) rest.add(key)
    for (const [name, after] of model.steps(state)) {
      steps.add(name.slice(0, name.indexOf(' ')))
      const to = model.key(after)
      const formers = before.get(to)
      if (formers === undefined) before.set(to, [key])
      else formers.push(key)
      if (from.has(to)) continue
      from.set(to, [key, name])
      queue.push([to, after])
    }
  }
  const [one] = stuck(rest, before, from.keys())
  const fault = one === undefined ? undefined : `never ends after: ${wayTo(one, from)}`
  return { states: from.size, steps, fault }
}
