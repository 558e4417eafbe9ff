/** Mistakes in routes and templates. */
import { edit } from '../../checks/small-catalog.ts'
import { slip, TEMPLATES, type Mistake } from './mistake.ts'

const PM = 'data/pm.routes.yaml'
const WEB = 'data/websearch.routes.yaml'
const NUMBERS = 'people/numbers.routes.yaml'

export const ROUTES: readonly Mistake[] = [
  slip(['a misspelt tag', NUMBERS], ['tags: [phone]', 'tags: [phnoe]'], /phone/),
  slip(
    ['a tag in capitals', WEB],
    ['tags: [web-search]', 'tags: [Web-Search]'],
    /tag|capital|lower/,
  ),
  slip(
    ['a tag with a blank', PM],
    ['tags: [prediction-markets]\n  price', 'tags: [prediction markets]\n  price'],
    /prediction-markets/,
  ),
  slip(
    ['a poll path in a template that no longer fits', TEMPLATES],
    [
      'poll: /api/v1/images/generations/{id}\n    skip_inline',
      'poll: /api/v1/image/generations/{id}\n    skip_inline',
    ],
    /poll/,
  ),
  slip(
    ['an unknown field in a formula', WEB],
    ['pages: count(body.urls)', 'pages: count(body.url)'],
    /urls/,
  ),
  slip(
    ['an unknown column in a formula', TEMPLATES],
    [
      'usd: model.sizes[body.size] * body.n * margin + fee\n    show:                                #',
      'usd: model.size[body.size] * body.n * margin + fee\n    show:                                #',
    ],
    /sizes/,
  ),
  slip(
    ['min above max', WEB],
    ['numResults:         integer 1..100 = 10', 'numResults:         integer 100..1 = 10'],
    /100|least|most/,
  ),
  slip(
    ['a default above the most', WEB],
    ['numResults:         integer 1..100 = 10', 'numResults:         integer 1..100 = 1000'],
    /default/,
  ),
  slip(
    ['a default that is no choice', 'media/speech.routes.yaml'],
    ['mp3 | opus | pcm = mp3', 'mp3 | opus | pcm = mp4'],
    /mp3|choice/,
  ),
  slip(
    ['a default size that is no longer on sale', TEMPLATES],
    [
      "string ..32 = 1024x1024      ## one of the model's sizes\n    n:      integer 1..10 = 1            ## images to make\n    response_format: json                ## b64_json - each image also comes in base64, as b64_json beside its address\n\n  fields:\n    n:    { aka: [count, num_images, number_of_images] }   # callers who use these names are warned\n    size: { aka: [dimensions, resolution] }\n\n  gates:                                 # in order",
      "string ..32 = 1024x1025      ## one of the model's sizes\n    n:      integer 1..10 = 1            ## images to make\n    response_format: json                ## b64_json - each image also comes in base64, as b64_json beside its address\n\n  fields:\n    n:    { aka: [count, num_images, number_of_images] }   # callers who use these names are warned\n    size: { aka: [dimensions, resolution] }\n\n  gates:                                 # in order",
    ],
    /1024x1024/,
  ),
  slip(
    ['a path twice', PM],
    [
      '    /venue-a/trades:                               Venue A trades\n',
      '    /venue-a/trades:                               Venue A trades\n    /venue-a/trades:                               Venue A trades, again\n',
    ],
    /twice/,
  ),
  {
    name: 'a path twice, in two files',
    edits: [
      edit(
        'data/surf.routes.yaml',
        '- ',
        '- route: GET /api/v1/pm/venue-a/trades\n  like: paid_read\n  summary: Trades\n  tags: [surf]\n  price: { usd: 0.0075 + fee }\n  upstream: predex.read\n\n- ',
      ),
    ],
    says: /venue-a\/trades/,
    at: 'GET /api/v1/pm/venue-a/trades',
  },
  slip(
    ['a status that does not exist', NUMBERS],
    ['error: 404 Number not found', 'error: 40 Number not found'],
    /40|status/,
  ),
  slip(
    ['a refusal with 200', NUMBERS],
    ['error: 404 Number not found', 'error: 200 Number not found'],
    /200|4/,
  ),
  slip(
    ['a refusal without a status', NUMBERS],
    ['error: 404 Number not found', 'error: Number not found'],
    /status/,
  ),
  slip(['the wrong status for retired', PM], ['retired: 404', 'retired: 414'], /410/),
  slip(
    ['an empty list of examples', NUMBERS],
    ['examples: [{ body: {}, usd: 0.002 }, { body: { all: true }, refused: 400 }]', 'examples: []'],
    /example/,
  ),
  slip(
    ['a price in cents in a route', 'people/phone.routes.yaml'],
    ['0.05 + fee', '5 + fee'],
    /0\.05|5\.001/,
    {},
  ),
  slip(
    ['a price ten times too much in a prefix', PM],
    [
      'price: { usd: 0.0075 + fee, decimals: 4 }\n  show: { category: prediction-markets, tier: standard }\n  upstream',
      'price: { usd: 0.075 + fee, decimals: 4 }\n  show: { category: prediction-markets, tier: standard }\n  upstream',
    ],
    /0\.0085|0\.076|times/,
  ),
  slip(
    ['a price without the fee', NUMBERS],
    ['price: { usd: 0.001 + fee }', 'price: { usd: 0.001 }'],
    /0\.001|fee/,
  ),
  slip(['a misspelt template', WEB], ['like: paid_call', 'like: payed_call'], /paid_call/),
  slip(
    ['a misspelt key', WEB],
    ['summary: Search the web by meaning', 'sumary: Search the web by meaning'],
    /summary/,
  ),
  slip(
    ['a misspelt envelope', WEB],
    ['errors: websearch\n  tags', 'errors: web_search\n  tags'],
    /websearch/,
  ),
  slip(
    ['a misspelt limit', 'tools/gateway.routes.yaml'],
    ['limit: metadata', 'limit: metdata'],
    /metadata/,
  ),
  slip(
    ['a misspelt upstream call', WEB],
    ['upstream: exa.search', 'upstream: exa.serach'],
    /exa\.search/,
  ),
  slip(
    ['a path without its slash', PM],
    ['    /venue-b/trades: ', '    venue-b/trades: '],
    /\/venue-b|slash|\//,
  ),
  slip(
    ['a hole that is not closed', PM],
    ['/venue-a/wallet/{wallet}:  ', '/venue-a/wallet/{wallet:   '],
    /\{wallet\}/,
  ),
  slip(['a method in small letters', NUMBERS], ['POST /renew:', 'post /renew:'], /POST/),
  slip(
    ['hours as a bare number', TEMPLATES],
    ['redeliver: 5m }\n\n  body', 'redeliver: 5 }\n\n  body'],
    /5m|5s/,
  ),
  slip(
    ['an authorization of a day in ms', TEMPLATES],
    ['authorization: 600s }', 'authorization: 600ms }'],
    /600|live|s\b/,
  ),
  slip(
    ['a condition with one equals sign', NUMBERS],
    ['rule: number.owner == payer, error: 403', 'rule: number.owner = payer, error: 403'],
    /==/,
  ),
]
