drop index concurrently if exists accounts_due;
