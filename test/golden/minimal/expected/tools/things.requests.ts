// Code generated from catalog/tools/things.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostThingsBody = {
  model: string
  count: number
}
