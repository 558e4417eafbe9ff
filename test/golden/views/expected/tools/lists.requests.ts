// Code generated from catalog/tools/lists.routes.yaml by "npm run generate". DO NOT EDIT.

/** The derived values of GET /api/v1/things. */
export interface GetThingsValues {
  listed: readonly any[]
  first: readonly any[]
}
