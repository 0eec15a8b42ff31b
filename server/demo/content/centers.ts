import { departmentCenters } from './centers-departments.ts'
import { montevideoCenters } from './centers-montevideo.ts'

export const centerDrafts = [...montevideoCenters, ...departmentCenters] as const
