/**
 * Checks the bodies that the sandbox service takes; all problems are answered at once, with 422.
 */

/** A faulty field, as the service reports it. */
export interface Fault {
  loc: (string | number)[]
  msg: string
  type: string
}

type Rule = (value: unknown) => string | undefined

const GPUS = ['T4', 'L4', 'A10G', 'L40S', 'A100', 'H100']

const text: Rule = value =>
  typeof value === 'string' && value !== '' ? undefined : 'Input should be a valid string'

const within =
  (least: number, most: number, isWhole = true): Rule =>
  value =>
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (!isWhole || Number.isInteger(value))
      ? undefined
      : `Input should be a number of ${least} to ${most}`

const optional =
  (rule: Rule): Rule =>
  value =>
    value === undefined || value === null ? undefined : rule(value)

const command: Rule = value =>
  Array.isArray(value) && value.length > 0 && value.every(part => typeof part === 'string')
    ? undefined
    : 'Input should be a list of strings'

/** The fields of each call. */
const BODIES = {
  create: {
    image: value => (value === 'python:3.11' ? undefined : 'Unknown image'),
    timeout: within(10, 86_400),
    cpu: within(0.1, 8, false),
    memory: within(128, 32_768),
    gpu: optional(value => (GPUS.includes(value as string) ? undefined : 'Unknown gpu')),
    setup_commands: optional(value => (Array.isArray(value) ? undefined : 'Not a list')),
    label: optional(text),
  },
  exec: { sandbox_id: text, command, timeout: within(1, 60) },
  status: { sandbox_id: text },
  terminate: { sandbox_id: optional(text), label: optional(text) },
  list: {},
} satisfies Readonly<Record<string, Readonly<Record<string, Rule>>>>

/** The requests to a sandbox. */
export type Operation = keyof typeof BODIES

/** The faults of a body. */
export function faultsOf(call: Operation, body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [{ loc: ['body'], msg: 'Input should be an object', type: 'dict_type' }]
  const given = body as Readonly<Record<string, unknown>>
  const rules: Readonly<Record<string, Rule>> = BODIES[call]
  const unknown = Object.keys(given).filter(name => !Object.hasOwn(rules, name))
  return [
    ...Object.entries(rules).flatMap(([name, rule]): Fault[] => {
      const msg = rule(given[name])
      return msg === undefined ? [] : [{ loc: ['body', name], msg, type: 'value_error' }]
    }),
    ...unknown.map(name => ({
      loc: ['body', name],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    })),
  ]
}
