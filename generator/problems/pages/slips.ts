/** Codes of likely slips: values that are valid, and unlike all others. */
import type { CodePages } from '../page.ts'

/** Pages about ids, texts, tags and dates that are probably not meant. */
export const SLIP_PAGES: CodePages = {
  'row-id': {
    title: 'The id of a row is unlike those of all other rows of its file.',
    why:
      'Callers name a row by its id, so a wrong id is sold as it stands. If all other ids are ' +
      'written owner/name, this one should be too. This is a warning, because it may be intended.',
    bad: 'rows:\n  maker/small: {}\n  maker/medium: {}\n  maker/large: {}\n  huge: {}',
    good: 'rows:\n  maker/small: {}\n  maker/medium: {}\n  maker/large: {}\n  maker/huge: {}',
  },
  'copied-row': {
    title: 'A row has the name or the description of another row.',
    why:
      'A row is often made from a copy, and its texts are published. This is a warning, because ' +
      'it may be intended.',
    bad: 'rows:\n  small: { name: Small }\n  large: { name: Small }',
    good: 'rows:\n  small: { name: Small }\n  large: { name: Large }',
  },
  'promotion-long': {
    title: 'A promotion lasts more than a year.',
    why: 'Its `until` mostly has a wrong year. This is a warning, because it may be intended.',
    bad: 'dated: [{ from: 2026-12-01, until: 2027-12-08, discount: 20 %, because: launch week }]',
    good: 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }]',
  },
  'promotion-small': {
    title: 'A discount is less than 1 %.',
    why:
      'A share such as 0.2 is 20 %. This is a warning, because a discount of less than 1 % may be ' +
      'intended.',
    bad: 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 0.2 %, because: launch week }]',
    good: 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }]',
  },
  'paid-unsent': {
    title: 'Callers pay for a field that nothing else uses.',
    why:
      'The price reads the field, and no upstream call, reply or effect does. So callers pay for ' +
      'something that they do not get. This is a warning, because it may be intended.',
    bad: 'send: { prompt: =body.prompt }     # price: body.seconds * 0.04 + fee',
    good: 'send: { prompt: =body.prompt, seconds: =body.seconds }',
  },
  'row-chosen': {
    title: 'No caller can choose a row.',
    why:
      'The field that names the row allows only some words, and neither the id of the row nor ' +
      'another name of it is among them. This is a warning, because the row may be used otherwise.',
    bad: 'pick: body.gpu      # gpu: T4 | L4, and the table has a row L40',
    good: 'gpu: T4 | L4 | L40',
  },
  'large-body': {
    title: 'A request body may be larger than the gateway can read.',
    why:
      'The gateway keeps the bodies of one address in memory, at most 128MiB together. A larger ' +
      'body would be refused with 503 instead of 413.',
    bad: 'body_limit: 10GiB',
    good: 'body_limit: 10MiB',
  },
  'dated-far': {
    title: 'A date is more than five years away.',
    why:
      'Two digits of the year are mostly exchanged. This is a warning. Only `check` reports it, ' +
      'because it depends on the day.',
    bad: 'dated: [{ from: 2062-12-01, rate: 0.06, because: the upstream charges more }]',
    good: 'dated: [{ from: 2026-12-01, rate: 0.06, because: the upstream charges more }]',
  },
  'falling-price': {
    title: 'Buying more costs less.',
    why:
      'The check tries many calls of each row, and reports one that costs less than a call with a ' +
      'smaller number. This is a warning, because it may be intended, e.g. as a discount.',
    bad: 'price: model.rate * choose(body.count > 5, 1, body.count) * margin + fee',
    good: 'price: model.rate * body.count * margin + fee',
  },
  'unknown-tag': {
    title: 'A route has a tag that is not in `tags:` of gateway.yaml.',
    why:
      'Documents group endpoints by their tags, so a misspelt tag would be a group of its own. ' +
      'To add a group, add it to `tags:` with its description.',
    bad: 'tags: [markte]',
    good: 'tags: [market]',
  },
  'get-body': {
    title: 'A GET has a body.',
    why: 'Clients and proxies send no body with a GET, so nobody could call the route.',
    bad: '- route: GET /api/v1/places\n  body: { address: string! }',
    good: '- route: POST /api/v1/places\n  body: { address: string! }',
  },
  'below-cost': {
    title: 'A call is sold below our cost.',
    why:
      'If `price.cost` says what the upstream charges, the check tries many calls of each row. ' +
      'It reports one that costs the caller less than the cost times `margin_floor` of ' +
      'gateway.yaml. In a promotion this is a warning, because it may be intended; the cost is ' +
      'that without the discount.',
    bad: 'price: { usd: model.rate * margin + fee, cost: model.cost * body.count }',
    good: 'price: { usd: model.rate * body.count * margin + fee, cost: model.cost * body.count }',
  },
}
