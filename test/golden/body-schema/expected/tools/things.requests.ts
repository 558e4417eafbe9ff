// Code generated from catalog/tools/things.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Order } from '../shapes.types.ts'

export type PostThingsBody = Order
