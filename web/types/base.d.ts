export const BASE: EditionData;
