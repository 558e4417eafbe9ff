/** Prints the reference of the language from the tables of keys, with one heading for each key. */
import { CALL_KEYS } from './calls.ts'
import { ENVELOPE_KEYS, OUTCOME_KEYS } from './envelopes.ts'
import { FETCHED_KEYS } from './fetched.ts'
import { FLOW_KEYS } from './flows.ts'
import { GATEWAY_KEYS } from './gateway.ts'
import { ACCEPTED_KEYS } from './guard.ts'
import { HOOK_KEYS } from './hooks.ts'
import { ANSWER_FILE_KEYS, SCHEMA_KEYS } from './json-schemas.ts'
import { LIMIT_KEYS } from './limits.ts'
import { MODELS_KEYS } from './models.ts'
import { NETWORK_KEYS } from './networks.ts'
import { RECORD_KEYS } from './records.ts'
import { ROUTE_KEYS } from './routes.ts'
import { ROW_KEYS } from './rows.ts'
import { UPSTREAM_KEYS } from './upstreams.ts'
import type { Key, Keys, Moment } from './key.ts'

/** The names of formulas at each moment, in the words of the reference. */
const SEES: Readonly<Record<Moment, string>> = {
  request: 'the request',
  addressed: '`path` and `query`, and nothing else of the request',
  limited: 'the request and its row; the gates have proven nothing yet',
  gated: 'the request, its row, and what the gates have proven',
  verified: 'the request, its row, and `payer`',
  discovery: 'no request',
  submitted: 'the request, its row, `payer`, `price`, and `job`',
  polled: 'no request: `route`, `network`, `now`, `payer`, `price`, and `job` with its `echo`',
  done:
    '`result`, `payment`, `price`, `payer`, and the request; where a job is polled, `job` in ' +
    'place of the request',
  replied: 'the request, its row, and `status`, `reply`, `reply_headers` of the upstream',
  hit: 'the request, and what `when` has proven',
  made: 'the request, its row, `payer`, `call.id`, and the results of earlier steps',
  worked: 'the request, its row, `payer`, `call.id`, and the results of the steps',
  asked: 'the request and its row',
  sent: 'the request, its row, `payer`, and `ticket` or `earlier` where there is one',
  answered: 'what `send` sees, and `status`, `reply`, `reply_headers`, `reply_body`',
  outcome: 'the members of the outcome',
}

/** An object of the language with its keys. */
export interface Section {
  title: string
  about: string
  keys: Keys
}

/** All objects of the language. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Routes',
    about: 'The keys of routes, of prefixes, and of templates.',
    keys: ROUTE_KEYS,
  },
  {
    title: 'Models files',
    about: 'The keys of a `<name>.models.yaml`: one table of models.',
    keys: MODELS_KEYS,
  },
  {
    title: 'Rows',
    about: 'The keys of a row in a models file, besides its columns.',
    keys: ROW_KEYS,
  },
  { title: 'Upstreams', about: 'The keys of an upstream in `upstreams/`.', keys: UPSTREAM_KEYS },
  { title: 'Calls', about: 'The keys of a call of an upstream.', keys: CALL_KEYS },
  {
    title: 'Fetched tables',
    about: 'The keys of a table in `fetched/`: a list that an upstream has, and changes by itself.',
    keys: FETCHED_KEYS,
  },
  {
    title: 'Records',
    about: 'The keys of a kind of record in `records/`: what wallets own.',
    keys: RECORD_KEYS,
  },
  {
    title: 'Limits',
    about: 'The keys of a rate limit in limits.yaml. Each of them is needed.',
    keys: LIMIT_KEYS,
  },
  {
    title: 'Flows',
    about:
      'The keys of a flow in flows.yaml: the times of jobs whose route does not say them. Flows ' +
      'without jobs have none.',
    keys: FLOW_KEYS,
  },
  {
    title: 'Hooks',
    about: 'The keys of a hook in hooks.yaml: a function of `runtime/hooks/` for formulas.',
    keys: HOOK_KEYS,
  },
  {
    title: 'Error envelopes',
    about: 'The keys of an envelope in `errors/`: each way in which a call can end unsold.',
    keys: ENVELOPE_KEYS,
  },
  {
    title: 'Outcomes',
    about: 'The keys of one outcome of an error envelope.',
    keys: OUTCOME_KEYS,
  },
  {
    title: 'Answers',
    about: 'The keys of an answer in `answers/`, for documents.',
    keys: ANSWER_FILE_KEYS,
  },
  {
    title: 'JSON Schemas',
    about:
      'The keywords of schemas in `schemas/` and `answers/`. They mean what JSON Schema 2020-12 ' +
      'says, but `$ref` is the name of another schema of the catalog.',
    keys: SCHEMA_KEYS,
  },
  {
    title: 'Gateway',
    about: 'The keys of gateway.yaml: what holds for the whole gateway.',
    keys: GATEWAY_KEYS,
  },
  {
    title: 'Networks',
    about:
      'The keys of a network in `networks/`: the chain and token in which one address of the ' +
      'gateway is paid.',
    keys: NETWORK_KEYS,
  },
  {
    title: 'Accepted changes',
    about:
      'The keys of an entry of accepted.yaml: a change that the plan blocks, and that is meant.',
    keys: ACCEPTED_KEYS,
  },
]

/** The whole page, in Markdown. */
export function referenceText(): string {
  const head =
    '<!-- Made by `npm run generate` from generator/language/: change it there. -->\n\n# ' +
    'Every key of the catalog'
  return [head, ...SECTIONS.map(sectionText)].join('\n\n') + '\n'
}

function sectionText({ title, about, keys }: Section): string {
  return [`## ${title}`, about, ...keyTexts(keys, '')].join('\n\n')
}

/** The texts of keys with their inner keys, which are named with a point, as in `job.inline`. */
function keyTexts(keys: Keys, prefix: string): string[] {
  return Object.entries(keys).flatMap(([name, key]) => {
    const path = prefix + name
    return [keyText(path, key), ...(key.keys ? keyTexts(key.keys, `${path}.`) : [])]
  })
}

function keyText(path: string, key: Key): string {
  const words = key.words && `It is one of ${key.words.map(word => `\`${word}\``).join(', ')}.`
  const sees = key.sees && `Its formulas see ${SEES[key.sees]}.`
  const wait = key.mayWait && 'They may use hooks that wait.'
  const later = key.later && 'No route that has it is served yet.'
  const more = [words, key.note, later, sees, wait].filter(Boolean).join(' ')
  const example = `\`\`\`yaml\n${key.example}\n\`\`\``
  return [`### \`${path}\``, sentence(key.about), ...(more ? [more] : []), example].join('\n\n')
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
