/** Shapes of `*.routes.yaml` and of `templates.yaml`, which each folder may have. */
import { METHOD_AND_PATH, ROUTE_KEYS } from '../language/routes.ts'
import { shapesOf } from '../language/shapes.ts'
import { keys, like, listOf, named, type Schema } from './schema.ts'

const routeKeys = shapesOf(ROUTE_KEYS)

const ROUTE_KEY = like(
  'Path below the prefix, with POST before it where it is not GET',
  '^((GET|POST) )?/\\S*$',
  'a path, e.g. /things/{id} or POST /things',
)

const line: Schema = {
  ...keys('A route: its summary, or its keys', routeKeys),
  type: ['object', 'string'],
}

const routes: Schema = {
  description: 'Routes below the prefix',
  type: ['object', 'array'],
  propertyNames: ROUTE_KEY,
  additionalProperties: line,
  items: ROUTE_KEY,
}

/** The file of templates. */
export const templatesSchema: Schema = named(
  'What several routes have in common',
  keys('A template', routeKeys),
)

/** Files of routes. */
export const routesSchema: Schema = listOf(
  'Routes, one entry each, or many below a prefix',
  keys('A route, or a prefix with its routes', {
    route: METHOD_AND_PATH,
    prefix: like(
      'Path that the routes below share',
      '^/\\S*[^/\\s]$',
      'a path without a trailing /',
    ),
    routes,
    ...routeKeys,
  }),
)
