// Code generated from catalog/tools/things.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostThingsBody = {
  model: string
  count: number
  names: string[]
}

/** The derived values of POST /api/v1/things. */
export interface PostThingsValues {
  each: readonly string[]
  names: readonly string[]
}
