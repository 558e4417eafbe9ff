/** Checks that the example of an answer fits the schema of the answer: documents show both. */
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { foundOnce } from '../catalog/route-versions.ts'
import { answersOf, type Answer, type Answers } from '../emit/openapi/answers-of.ts'
import { operationNames } from '../emit/openapi/names.ts'
import { isGone } from '../catalog/in-time.ts'
import { fault, type Check } from './check.ts'
import { isTrue } from '../js/ask.ts'
import { keyOf, remembered } from '../memory.ts'
import { schemaValidator } from '../schema-validator.ts'
import type { Schema } from '../emit/openapi/schema.ts'
import type { AnswerIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses examples in `answers/` that do not fit the schema of their answer. */
export const answerExample: Check = {
  code: 'answer-example',
  run(catalog) {
    const names = operationNames(catalog)
    // Made for the first example that is compared: after most changes none is.
    let ajv: Ajv2020 | undefined
    return catalog.routes.flatMap(route => {
      const { answer, polled } = route
      if (isGone(route) || (answer?.example ?? polled?.example) === undefined) return []
      const found = foundOnce('answer-example', { catalog, route }, () =>
        misfits(answersOf(catalog, route, names), route, (ajv ??= schemaValidator())),
      )
      return found.flatMap(({ of, message }) =>
        problemOf(of === 'polled' ? polled : answer, message),
      )
    })
  },
}

/** What does not fit, and of which definition of the route. */
interface Misfit {
  of: 'answer' | 'polled'
  message: string
}

function misfits({ reply, accepted, finished }: Answers, route: RouteIR, ajv: Ajv2020): Misfit[] {
  // A reply that is always a file has no schema; its example is a sentence for readers.
  const shown = isTrue(route.file?.code.js) ? undefined : reply
  const found = (one: Answer | undefined, of: Misfit['of']): Misfit[] => {
    const message = one?.example === undefined ? undefined : misfitOnce(one, ajv)
    return message === undefined ? [] : [{ of, message }]
  }
  return [...found(shown, 'answer'), ...found(accepted, 'answer'), ...found(finished, 'polled')]
}

/** Found once for each example and schema: most are the same after a change of a shared file. */
const misfitOnce = ({ schema, example }: Answer, ajv: Ajv2020): string | undefined =>
  remembered(`example fits ${keyOf(written([schema, example]))}`, () =>
    misfit(schema, example, ajv),
  )

/** A value as a text; JSON would write numbers such as `.inf` as null. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'number' && !Number.isFinite(one) ? { number: String(one) } : one,
  )

/** Where an example does not fit its schema. */
function misfit(schema: Schema, example: unknown, ajv: Ajv2020): string | undefined {
  const check = ajv.compile(schema)
  if (check(example)) return undefined
  const { instancePath, message, params } = check.errors![0]!
  const where = instancePath.slice(1).replaceAll('/', '.')
  const allowed = (params as { allowedValues?: unknown[] }).allowedValues
  const values =
    allowed === undefined ? '' : `: ${allowed.map(one => JSON.stringify(one)).join(', ')}`
  return `${where === '' ? 'it' : `\`${where}\``} ${message}${values}`
}

const problemOf = (answer: AnswerIR | undefined, message: string): Problem[] =>
  answer === undefined
    ? []
    : [
        fault(
          'answer-example',
          answer.place,
          `the example does not fit the schema of the answer: ${message}`,
          { hint: 'correct the example, or the `schema` beside it' },
        ),
      ]
