import { afterAll } from 'vitest'

import { closePlatforms } from './open-platforms.ts'

afterAll(closePlatforms)
