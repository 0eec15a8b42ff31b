export const supportMessageMax = 4000
