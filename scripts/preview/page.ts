/** The preview's page: made in the browser from the gateway's own `/openapi.json`. */

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
header { display: flex; gap: 1rem; align-items: baseline; flex-wrap: wrap }
h1 { margin: 0 } h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid #8886 }
pre { overflow: auto; padding: .75rem; background: #8881; border-radius: 6px; white-space: pre-wrap }
#problems { background: #d331; border: 1px solid #d33 }
summary { cursor: pointer } summary b { font-weight: 600 } small { opacity: .7 }
table { border-collapse: collapse } td, th { padding: .15rem .9rem .15rem 0; text-align: left }
textarea { width: 100%; box-sizing: border-box; font: 13px/1.4 ui-monospace, monospace }
button, select, input { font: inherit } form { margin: .5rem 0 1rem }
.usd { font-variant-numeric: tabular-nums; font-weight: 600 }`

const SCRIPT = `
const $ = id => document.getElementById(id)
const make = (tag, text, ...inside) => {
  const one = document.createElement(tag)
  if (text) one.textContent = text
  one.append(...inside)
  return one
}
const priceOf = info => info === undefined ? 'free'
  : info.price !== undefined ? info.price + ' USD'
  : info.minPrice !== undefined ? info.minPrice + (info.maxPrice ? ' to ' + info.maxPrice : ' and more') + ' USD'
  : 'by the request'
const examplesOf = op => {
  const json = op.requestBody?.content?.['application/json']
  return Object.values(json?.examples ?? {}).map(one => one.value)
}
let components = {}
let prices = []
const parameterOf = one => one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one
const addressOf = (path, op) => {
  const query = new URLSearchParams()
  for (const { name, in: place, example, schema } of (op.parameters ?? []).map(parameterOf)) {
    const value = example ?? schema?.example
    if (place === 'path') path = path.replace('{' + name + '}', value ?? name)
    if (place === 'query' && value !== undefined) query.set(name, value)
  }
  return path + (query.size ? '?' + query : '')
}
const shown = async (form, method, path, body) => {
  const out = form.querySelector('pre')
  out.hidden = false
  out.textContent = 'asking …'
  const init = { method }
  if (body !== undefined) Object.assign(init, { body, headers: { 'content-type': 'application/json' } })
  try {
    const reply = await fetch(path, init)
    const text = await reply.text()
    let price = ''
    let pretty = text
    try {
      const answer = JSON.parse(text)
      const amount = answer.price?.amount ?? (answer.accepts ? Number(answer.accepts[0].amount) / 1e6 : undefined)
      if (reply.status === 402 && amount !== undefined) price = ': ' + amount + ' USD'
      pretty = JSON.stringify(answer, null, 2)
    } catch {}
    out.textContent = reply.status + ' ' + reply.statusText + price + '\\n\\n' + pretty.slice(0, 6000)
  } catch (error) {
    out.textContent = String(error)
  }
}
const quoteBox = (method, path, op) => {
  const form = make('form')
  const address = make('input')
  address.value = addressOf(path, op)
  address.size = 60
  form.append(make('small', method.toUpperCase() + ' '), address, ' ')
  const examples = examplesOf(op)
  let body
  if (op.requestBody) {
    body = make('textarea')
    body.rows = 6
    const choose = make('select', '', ...examples.map((_, i) => make('option', 'example ' + (i + 1))))
    const fill = () => { body.value = JSON.stringify(examples[choose.selectedIndex] ?? {}, null, 2) }
    choose.onchange = fill
    fill()
    if (examples.length > 1) form.append(choose)
    form.append(body)
  }
  const out = make('pre')
  out.hidden = true
  form.append(make('button', 'Quote'), out)
  form.onsubmit = event => {
    event.preventDefault()
    void shown(form, method.toUpperCase(), address.value, body?.value)
  }
  return form
}
const textOf = value => typeof value === 'object' ? JSON.stringify(value) : value
const rowsOf = table => {
  if (!table.length) return ''
  const names = Object.keys(table[0])
  const line = (tag, texts) => make('tr', '', ...texts.map(text => make(tag, String(text ?? ''))))
  return make('table', '', line('th', names), ...table.map(row => line('td', names.map(name => textOf(row[name])))))
}
const tableOf = (method, path) => {
  const priced = prices.find(one => one.method.toLowerCase() === method && one.path.replace(/\\*$/, '{rest}') === path)
  return priced?.prices.length > 1 ? priced.prices.map(({ micro, ...line }) => line) : []
}
const open = new Set()
async function draw() {
  const [reply, pricing] = await Promise.all([fetch('/openapi.json'), fetch('/api/pricing')])
  if (!reply.ok || !pricing.ok) return
  const document = await reply.json()
  const { paths } = document
  components = document.components
  prices = (await pricing.json()).endpoints
  const families = new Map()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, op] of Object.entries(methods)) {
      if (!op.responses) continue
      const family = op.tags?.[0] ?? 'other'
      if (!families.has(family)) families.set(family, [])
      families.get(family).push([method, path, op])
    }
  $('families').replaceChildren(...[...families].flatMap(([family, routes]) => [
    make('h2', family),
    ...routes.map(([method, path, op]) => {
      const price = make('span', priceOf(op['x-payment-info']))
      price.className = 'usd'
      const head = make('summary', '', make('b', method.toUpperCase() + ' ' + path), '  ', price, make('br'), make('small', op.summary))
      const details = make('details', '', head)
      const key = method + path
      const fill = () => {
        if (details.open && details.children.length === 1) details.append(quoteBox(method, path, op), rowsOf(tableOf(method, path)))
        if (details.open) open.add(key)
        else open.delete(key)
      }
      details.ontoggle = fill
      details.open = open.has(key)
      return details
    }),
  ]))
}
let drawn
new EventSource('/_preview/events').onmessage = ({ data }) => {
  const state = JSON.parse(data)
  const { problems, changes, served, version, routes, at } = state
  $('state').textContent = served === version
    ? routes + ' routes, built ' + new Date(at).toLocaleTimeString()
    : served > 0 ? 'The last catalog that compiles is served.' : 'Nothing is served yet.'
  $('problems').hidden = problems === ''
  $('problems').textContent = problems
  $('changed').hidden = changes === ''
  $('changes').textContent = changes
  if (served > 0 && drawn !== served) {
    drawn = served
    void draw()
  }
}`

/** The page. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Catalog preview</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Catalog preview</h1><span id="state" role="status">Starting …</span></header>
<p>Every address of the catalog answers here with live 402s and documents:
<a href="/openapi.json">openapi.json</a>, <a href="/.well-known/x402">x402</a>, <a href="/api/pricing">pricing</a>, <a href="/llms.txt">llms.txt</a>.
Nothing can be paid.</p>
<pre id="problems" role="alert" hidden></pre>
<section id="changed" hidden><h2>Changed since the last commit</h2><pre id="changes"></pre></section>
<main id="families"></main>
<script>${SCRIPT}</script>
</body>
</html>
`
