/** Finds the handler of a path. */
import type { Params } from './params.ts'

/** What a handler gets: the values of the path's holes, the query, and a POST's body. */
export interface Asked {
  path: any
  params: Params
  body: any
}

/** Handlers by path with `{holes}`; a GET unless the key begins with another method. */
export type Handlers = Readonly<Record<string, (asked: Asked) => object>>

interface Found {
  handler: (asked: Asked) => object
  path: Record<string, string>
}

/** Makes a finder; paths without holes win over paths with them. */
export function router(
  ...tables: readonly Handlers[]
): (method: string, path: string) => Found | 'other method' | undefined {
  const routes = tables
    .flatMap(table =>
      Object.entries(table).map(([key, handler]) => {
        const [method, path] = key.startsWith('/')
          ? ['GET', key]
          : (key.split(' ') as [string, string])
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(m => m[1]!)
        return {
          method,
          handler,
          names,
          pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
        }
      }),
    )
    .sort((a, b) => a.names.length - b.names.length)
  return (method, path) => {
    let other = false
    for (const route of routes) {
      const match = route.pattern.exec(path)
      if (!match) continue
      if (route.method === method)
        return {
          handler: route.handler,
          path: Object.fromEntries(
            route.names.map((name, n) => [name, decodeURIComponent(match[n + 1]!)]),
          ),
        }
      other = true
    }
    return other ? 'other method' : undefined
  }
}
