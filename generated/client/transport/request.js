// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/**
 * Options that are refused among the parameters, because a limit in the wrong argument would be
 * ignored silently.
 */
const OPTIONS = ['maxPrice', 'pollEvery', 'idempotencyKey']

/** The request of a call. A body with files becomes a form, encoded once. */
export async function requestOf(
  { name, method, path, paid = false },
  params,
  body,
) {
  const misplaced = OPTIONS.find(one => params !== undefined && Object.hasOwn(params, one))
  if (misplaced !== undefined)
    throw new TypeError(`${misplaced} is an option: it stands in the last argument of ${name}`)
  const wanted = { method, path: pathOf(path, { ...params }), isPaid: paid }
  if (body === undefined) return method === 'POST' ? { ...wanted, ...jsonBody({}) } : wanted
  return { ...wanted, ...(hasFile(body) ? await formBody(body) : jsonBody(body)) }
}

const jsonBody = (body) => ({ body: JSON.stringify(body), type: 'application/json' })

/** The path with its parameters; all others are its query. */
function pathOf(pattern, params) {
  const take = (name) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`${name} is missing`)
    delete params[name]
    return encodeURIComponent(String(value))
  }
  const path = pattern
    .replace(/\{(\w+)\}/g, (_, name) => take(name))
    .replace(/\*$/, () => take('rest').replaceAll('%2F', '/'))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one))
  const text = String(query)
  return text === '' ? path : `${path}?${text}`
}

function hasFile(body) {
  if (typeof body !== 'object' || body === null) return false
  return Object.values(body).flat().some(isFile)
}

const isFile = (value) => value instanceof Blob

async function formBody(body) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) form.append(name, isFile(one) ? one : textOf(one))
  // Encoded here, so that a repeated request has the same bytes.
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type'), body: await encoded.arrayBuffer() }
}

const textOf = (value) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
