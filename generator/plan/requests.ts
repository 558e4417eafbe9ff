/**
 * Makes requests that represent the customers' ones: the lines of the price list, the declared
 * examples, and for routes that count tokens three typical conversation sizes and a short quote.
 */
import { choicesOf, type Choices } from '../examples/choices.ts'
import type { FormulaInputs } from '../examples/environment.ts'
import { listed, requests, rowsOf, withMember } from '../examples/price-lines.ts'
import { rootsOf } from '../emit/code/function.ts'
import type { RouteIR } from '../ir.ts'
import type { UsageFacts } from '../../runtime/contract.ts'
import type { Side } from './types.ts'

/** A request to one address. `own`: in the route's own form, not in that of its callers. */
export interface Probe {
  endpoint: string
  model?: string
  what: string
  given: FormulaInputs
  own: boolean
  usage?: UsageFacts
}

/** Sizes of conversations, in prompt and output tokens. */
const BASKET: readonly (readonly [number, number])[] = [
  [1_000, 1_000],
  [10_000, 2_000],
  [200_000, 8_000],
]

/** The requests of a route in one catalog, at one of its addresses. */
export function probesOf(route: RouteIR, endpoint: string, side: Side): Probe[] {
  const at = side.at(route)
  if (at === undefined) return []
  const choices = choicesOf(route)
  const examples = route.examples.map((given): Probe => {
    const what = exampleText(given, rowOf(given, choices.pick))
    return { endpoint, what, given, own: false }
  })
  if (route.price === undefined) return examples
  const base = requests(route, at)[0]!.own
  const lines = choices.open
    ? []
    : rowsOf(route, at, choices).flatMap(row =>
        [...listed({ base, choices, row }), ...atBounds({ base, choices, row })].map(
          ({ given, inputs }): Probe => {
            const model = row === undefined ? {} : { model: row.id }
            return { endpoint, ...model, what: inputsText(inputs), given, own: true }
          },
        ),
      )
  const byTokens = [...basketOf(route, endpoint, side), ...shortCalls(route, endpoint, side)]
  return [...lines, ...byTokens, ...examples, ...borrowed(route, endpoint, side)]
}

/** The most examples of other rows that are tried with a row. */
const BORROWED = 3

/**
 * The shortest examples with each row that none of them names, for routes that neither list their
 * prices nor count tokens: otherwise the price of a new row would not be shown.
 */
function borrowed(route: RouteIR, endpoint: string, side: Side): Probe[] {
  const { pick, open } = choicesOf(route)
  if (!open || pick === undefined || countsTokens(route)) return []
  const named = new Set(route.examples.map(given => rowOf(given, pick)))
  const shortest = route.examples
    .filter(given => rowOf(given, pick) !== undefined)
    .toSorted((a, b) => membersOf(a) - membersOf(b))
    .slice(0, BORROWED)
  const rows = side.at(route)!.models(route.table).rows
  return rows
    .filter(({ id, aliases = [] }) => ![id, ...aliases].some(name => named.has(name)))
    .flatMap(({ id }) =>
      shortest.map((example): Probe => {
        const what = exampleText(example, rowOf(example, pick))
        return { endpoint, model: id, what, given: withMember(example, pick, id), own: false }
      }),
    )
}

/** The lowest and highest value of each number that the price depends on: `count 1`, `count 10`. */
function atBounds(ask: Parameters<typeof listed>[0]): ReturnType<typeof listed> {
  const { choices } = ask
  return listed({ ...ask, choices: { ...choices, list: [] } }).flatMap(({ given }) =>
    choices.list.flatMap(choice =>
      (choice.bounds ?? []).map(value => ({
        given: withMember(given, choice, value),
        inputs: { [choice.name]: value },
      })),
    ),
  )
}

/** The row that a request names. */
function rowOf(given: FormulaInputs, pick: Choices['pick']): string | undefined {
  const part = pick && (given[pick.part] as Readonly<Record<string, unknown>> | undefined)
  const value = part?.[pick!.name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The basket for each row that a route sells; empty for routes whose price does not count tokens.
 */
function basketOf(route: RouteIR, endpoint: string, side: Side): Probe[] {
  const at = side.at(route)!
  const { pick } = choicesOf(route)
  if (!countsTokens(route) || pick === undefined) return []
  const base = requests(route, at)[0]!.own
  return at.models(route.table).rows.flatMap(row =>
    BASKET.map(([input, output]): Probe => {
      const usage = { input, output, cached: 0, written: 0, reasoning: 0 }
      const what = `${count(input)} tokens in, ${count(output)} out`
      const given = withMember(base, pick, row.id)
      return { endpoint, model: row.id, what, given, own: true, usage }
    }),
  )
}

/**
 * The shortest example with each row, whose quote may depend on cells and constants that no charge
 * of the basket depends on; empty for routes whose price does not count tokens.
 */
function shortCalls(route: RouteIR, endpoint: string, side: Side): Probe[] {
  const at = side.at(route)!
  const { pick } = choicesOf(route)
  if (!countsTokens(route) || pick === undefined) return []
  const [shortest] = requests(route, at)
    .map(({ own }) => own)
    .toSorted((a, b) => membersOf(a) - membersOf(b))
  return at.models(route.table).rows.map((row): Probe => {
    const given = withMember(shortest!, pick, row.id)
    return { endpoint, model: row.id, what: 'quote of a short call', given, own: true }
  })
}

const membersOf = ({ body, query }: FormulaInputs): number =>
  Object.keys({ ...(body as object), ...(query as object) }).length

const count = (tokens: number): string => `${tokens / 1000}k`

/** Whether the price depends on the tokens of the call. */
function countsTokens({ price }: RouteIR): boolean {
  return (price?.arms ?? []).some(
    ({ actual }) =>
      actual &&
      rootsOf([...actual.lets.map(one => one.code), actual.code], ['usage'], actual.lets).length >
        0,
  )
}

/** The choices of a line: `1024x1024`, `duration 5, audio true`. */
function inputsText(inputs: Readonly<Record<string, unknown>>): string {
  return Object.entries(inputs)
    .map(([name, value]) => (typeof value === 'string' ? value : `${name} ${String(value)}`))
    .join(', ')
}

/** The longest text that a label repeats. */
const LONGEST = 24

/** The request of an example without its row: `n 10, quality high`. */
function exampleText({ body, query, path }: FormulaInputs, row: string | undefined): string {
  const members = [path, query, body].flatMap(part =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.entries(part) : [],
  )
  const said = members.flatMap(([name, value]) => {
    if (value === row || (typeof value === 'string' && value.length > LONGEST)) return []
    if (Array.isArray(value)) return value.length > 1 ? [`${value.length} ${name}`] : []
    return typeof value === 'object' ? [name] : [`${name} ${String(value)}`]
  })
  return said.join(', ')
}
