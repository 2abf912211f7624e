#pragma once

/// The text of a macro's value: libraries define their versions as numbers.
#define CQS_TEXT_OF(...) #__VA_ARGS__
#define CQS_TEXT(...) CQS_TEXT_OF(__VA_ARGS__)
