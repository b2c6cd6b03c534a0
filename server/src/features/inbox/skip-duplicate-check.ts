import { z } from 'zod';

/** The option of operations that send something once (`performAction`). */
export const skipDuplicateCheck = z
  .boolean()
  .optional()
  .meta({ description: 'true sends the same again within two minutes; without it such a request joins the first' });
