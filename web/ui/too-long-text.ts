/** It begins as the contract's own message. */
export const tooLongText = (max: number) => `Puede tener hasta ${max} caracteres. Acórtalo para seguir.`
