import { departmentCenters } from './centers-departments.ts'
import { montevideoCenters } from './centers-montevideo.ts'
import { outerMontevideoCenters } from './centers-montevideo-outer.ts'

export const centerDrafts = [...montevideoCenters, ...outerMontevideoCenters, ...departmentCenters] as const
