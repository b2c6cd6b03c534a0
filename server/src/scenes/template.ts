const [name, language] = ['order_shipped', 'en_US'];

/** A template that a business defines. Its message reads "Hello Jo, it is on its way." */
export const TEMPLATE = {
  name,
  language,
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } }],
};

/** The message with it to a person who has not written before. */
export const TEMPLATE_MESSAGE = {
  to: '16505551234',
  template_name: name,
  language,
  components: [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }],
};
