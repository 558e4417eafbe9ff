// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type SurfPostRequest = Record<string, unknown>
