/** The services that free routes name with `serves:`. */
import type { Service } from '../call.ts'

/** All services, by the name that the catalog uses. A catalog that names another is refused. */
export const services: Readonly<Record<string, Service>> = {}
