/** Checks the tags of routes against `tags:` of gateway.yaml. */
import { entriesOf, itemsOf, textOf, valueOf } from '../read/access.ts'
import { nearest, suggestion } from '../problems/suggest.ts'
import { fault, type Check } from './check.ts'

const ADD = 'add it to `tags:` of gateway.yaml, with its description'

/** Refuses tags that are not declared, if gateway.yaml declares tags. */
export const unknownTag: Check = {
  code: 'unknown-tag',
  run(_catalog, { gateway, routes }) {
    const declared = valueOf(gateway.value, 'tags')
    if (!declared) return []
    const known = new Map(entriesOf(declared).map(({ key, keyPlace }) => [key, keyPlace]))
    const tags = new Set(routes.flatMap(({ keys }) => itemsOf(valueOf(keys, 'tags'))))
    return [...tags].flatMap(tag => {
      const name = textOf(tag)
      if (name === undefined || known.has(name)) return []
      const near = nearest(name, known.keys())
      return [
        fault('unknown-tag', tag.place, `there is no tag \`${name}\``, {
          hint:
            near === undefined ? ADD : `${suggestion(name, [...known.keys()])!}; if not, ${ADD}`,
          ...(near === undefined
            ? {}
            : { also: [{ place: known.get(near)!, label: `\`${near}\` is defined` }] }),
        }),
      ]
    })
  },
}
