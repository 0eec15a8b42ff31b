import { afterAll } from 'vitest'

import { closeResources } from './resources.ts'

afterAll(closeResources, 30_000)
