"""The screens of the articles: what was published, measured again."""
