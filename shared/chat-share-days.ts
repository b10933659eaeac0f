/** Days that a link to a conversation works. Apart from the schemas, which the browser would load with it. */
export const chatShareDays = [1, 7, 30] as const;
