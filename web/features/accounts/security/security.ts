import type { z } from 'zod'

import type { security } from '#contract/accounts.ts'

export type Security = z.output<typeof security>
